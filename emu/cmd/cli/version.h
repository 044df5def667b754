/* version.h - the version that --version prints. */
#ifndef BGQ_EMU_VERSION_H
#define BGQ_EMU_VERSION_H

#define BGQEMU_VERSION "0.1.0"

#endif
