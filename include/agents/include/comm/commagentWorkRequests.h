/*
 * agents/include/comm/commagentWorkRequests.h - what messaging libraries ask of the
 * communication agent, a program that the machine runs on the kernel's core.
 *
 * Public; C99 and C++98.  Names and layouts follow the driver header of the same
 * name.  Types only: there is no agent here (commagent.h).
 */
#ifndef AGENTS_COMM_COMMAGENT_WORK_REQUESTS_H
#define AGENTS_COMM_COMMAGENT_WORK_REQUESTS_H

#include <stdint.h>
#include <stdlib.h>

#include <hwi/include/bqc/MU_Descriptor.h>

/* Append only: the agent knows the numbers. */
typedef enum CommAgent_WorkRequestType {
	COMM_AGENT_WORK_REQUEST_TYPE_NONE = 0,
	COMM_AGENT_WORK_REQUEST_TYPE_RGET_INIT,
	COMM_AGENT_WORK_REQUEST_TYPE_RGET_REQUEST,
	COMM_AGENT_WORK_REQUEST_TYPE_FENCE_INIT,
	COMM_AGENT_NUMBER_OF_WORK_REQUEST_TYPES
} CommAgent_WorkRequestType_t;

/* Where the process keeps the counters that tell it of completion. */
typedef struct CommAgent_RemoteGetPacingInit_WorkRequest {
	char dummy; /* 0 */
	char unused[7];
	uint64_t handleOffset;
	uint64_t counterRegionOffset;
	size_t counterRegionSize; /* bytes */
	char sharedMemoryName[128];
} __attribute__((__packed__)) CommAgent_RemoteGetPacingInit_WorkRequest_t;

/* A remote get to be sent in pieces.  Requests of one peerID (not 0) are carried
 * out one after the other. */
typedef struct CommAgent_RemoteGetPacing_WorkRequest {
	char dummy; /* 0 */
	char unused1[7];
	uint16_t globalInjFifo;
	char unused2[14];
	uint64_t peerID;
	MUHWI_Descriptor_t rgetDescriptor; /* 32: aligned without packing */
	MUHWI_Descriptor_t payloadDescriptor;
} CommAgent_RemoteGetPacing_WorkRequest_t;

typedef struct CommAgent_FenceInit_WorkRequest {
	char dummy; /* 0 */
} __attribute__((__packed__)) CommAgent_FenceInit_WorkRequest_t;

typedef struct CommAgent_WorkRequest {
	union {
		CommAgent_RemoteGetPacingInit_WorkRequest_t rgetInit;
		CommAgent_RemoteGetPacing_WorkRequest_t rget;
		CommAgent_FenceInit_WorkRequest_t fenceInit;
	} request;
} __attribute__((__packed__, __aligned__(32))) CommAgent_WorkRequest_t;

#endif
