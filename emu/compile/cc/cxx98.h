/*
 * cxx98.h - included by bgq-c++ before C++98: calls that GCC 4's library took.
 *
 * Never: a header of the library, or anything that C sees.
 */
#ifdef __cplusplus
/* Text that -E has made has this line, by which bgq-cc knows that this header was before it. */
extern const char _bgqemu_has_cxx98_h;

namespace std {
/* abs() of unsigned numbers: that of int alone was there for them. */
inline int abs(unsigned v) { return __builtin_abs((int)v); }
inline int abs(unsigned long v) { return __builtin_abs((int)v); }
}
#endif
