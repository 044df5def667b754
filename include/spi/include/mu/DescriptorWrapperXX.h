/*
 * mu/DescriptorWrapperXX.h - a descriptor on its way, for C++: where it was
 * injected, under which number, what to call when it is done, and links for a
 * list of such.
 *
 * Holds pointers that belong to the caller; must never inject anything itself.  No
 * method waits, and none can fail.  Source: the driver's description of the class.
 */
#ifndef SPI_MU_DESCRIPTOR_WRAPPER_XX_H
#define SPI_MU_DESCRIPTOR_WRAPPER_XX_H

#include <hwi/include/common/compiler_support.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_DescriptorWrapper
{
public:
	/* ---- Making one. */

	/* Of desc, not injected yet: FIFO 65535, number 0, nothing to call, in no list. */
	MUSPI_DescriptorWrapper(MUSPI_DescriptorBase *desc = NULL)
		: _desc(desc), _FIFO((uint16_t)-1), _sequenceNumber(0), _cb_done(NULL),
		  _clientdata(NULL), _nextPtr(NULL), _prevPtr(NULL)
	{
	}

	/* Sets nothing. */
	MUSPI_DescriptorWrapper(int)
	{
	}

	/* ---- The descriptor. */

	MUSPI_DescriptorBase *getDescriptorPtr()
	{
		return _desc;
	}

	/* The descriptor stays the caller's. */
	void setDescriptorPtr(MUSPI_DescriptorBase *desc)
	{
		_desc = desc;
	}

	/* Prints it; there must be one. */
	void dump()
	{
		_desc->dump();
	}

	/* Copies this wrapper to obj, not the descriptor. */
	void clone(MUSPI_DescriptorWrapper &obj)
	{
		obj = *this;
	}

	/* ---- Where it was injected: number of the FIFO, number in the FIFO. */

	uint16_t getFIFONum() const
	{
		return _FIFO;
	}

	/* The low 16 bits of fnum. */
	void setFIFONum(int fnum)
	{
		_FIFO = (uint16_t)fnum;
	}

	/* What injecting has returned. */
	uint64_t getSequenceNumber()
	{
		return _sequenceNumber;
	}

	void setSequenceNumber(uint64_t sequenceNumber)
	{
		_sequenceNumber = sequenceNumber;
	}

	/* ---- What to call when it is done. */

	/* 1 or 0. */
	uint32_t isCallbackDesired()
	{
		return _cb_done != NULL;
	}

	/* Only if one is desired. */
	void performCallback()
	{
		_cb_done(_clientdata);
	}

	/* cb_done NULL: nothing. */
	void setDoneCallback(void (*cb_done)(void *), void *clientdata)
	{
		_cb_done = cb_done;
		_clientdata = clientdata;
	}

	/* ---- Neighbours in a list; NULL at its ends. */

	MUSPI_DescriptorWrapper *getPrevPtr()
	{
		return _prevPtr;
	}

	MUSPI_DescriptorWrapper *getNextPtr()
	{
		return _nextPtr;
	}

	void setPrevPtr(MUSPI_DescriptorWrapper *prevPtr)
	{
		_prevPtr = prevPtr;
	}

	void setNextPtr(MUSPI_DescriptorWrapper *nextPtr)
	{
		_nextPtr = nextPtr;
	}

protected:
	MUSPI_DescriptorBase *_desc;
	uint16_t _FIFO;
	uint64_t _sequenceNumber;
	void (*_cb_done)(void *);
	void *_clientdata;
	MUSPI_DescriptorWrapper *_nextPtr;
	MUSPI_DescriptorWrapper *_prevPtr;
};

#endif
