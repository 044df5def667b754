/*
 * cxx98.h - included by bgq-c++ before C++98: calls that GCC 4's library took.
 *
 * Never: a header of the library, or anything that C sees.
 */
#ifdef __cplusplus
namespace std {
/* abs() of unsigned numbers: that of int alone was there for them. */
inline int abs(unsigned v) { return __builtin_abs((int)v); }
inline int abs(unsigned long v) { return __builtin_abs((int)v); }
}
#endif
