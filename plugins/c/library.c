/* The check as a library: one function, called from many threads at once, so it keeps nothing. */
#include <string.h>

#include "bidi.h"

enum { VERDICT = 0, BLOCK = 1, BROKEN = -1, TOO_SMALL = -2 };

__attribute__((visibility("default"))) int32_t
nsed_middleware_execute(const uint8_t *ctx_json, uint32_t ctx_len, uint8_t *out_buf,
                        uint32_t out_buf_len, uint32_t *out_len);

int32_t nsed_middleware_execute(const uint8_t *ctx_json, uint32_t ctx_len, uint8_t *out_buf,
                                uint32_t out_buf_len, uint32_t *out_len)
{
    if (ctx_json == NULL || out_buf == NULL || out_len == NULL)
        return BROKEN;
    *out_len = 0;
    enum bidi_outcome outcome = bidi_judge(ctx_json, ctx_len);
    const char *verdict = bidi_verdict(outcome);
    if (verdict == NULL)
        return BROKEN;
    uint32_t size = (uint32_t)strlen(verdict);
    *out_len = size;
    if (size > out_buf_len)
        return TOO_SMALL;
    memcpy(out_buf, verdict, size);
    return outcome == BIDI_BLOCK ? BLOCK : VERDICT;
}
