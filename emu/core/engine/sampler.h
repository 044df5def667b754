/*
 * sampler.h - who looks at a thread at its checks, each at times of its own choice.  One never
 * moves the times of another, so that they can be together without changing each other's samples.
 */
#ifndef BGQ_EMU_ENGINE_SAMPLER_H
#define BGQ_EMU_ENGINE_SAMPLER_H

enum sampler {
	SAMPLER_CACHES,  /* --memory-model: what it finds takes the thread time */
	SAMPLER_PROFILE, /* --profile: changes nothing */
	SAMPLER_STRESS,  /* --stress-checks: always due, and nothing is looked at */
	SAMPLERS
};

#endif
