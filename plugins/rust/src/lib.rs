//! Stops answers of a model that repeats itself: the check, and its C function.

#![deny(warnings, unsafe_op_in_unsafe_fn)]

pub mod check;
pub mod json;

use std::panic::catch_unwind;
use std::slice;

use check::Outcome;

const VERDICT: i32 = 0;
const BLOCK: i32 = 1;
const BROKEN: i32 = -1;
const TOO_SMALL: i32 = -2;

/// The entry of the library.
///
/// Returns 0 or 1 with a verdict of `*out_len` bytes in `out_buf`, -2 with the size that it needs in
/// `*out_len`, or -1 for an input that is no context.
///
/// # Safety
/// `ctx_json` leads to `ctx_len` bytes, `out_buf` to `out_buf_len` writable ones, `out_len` to an
/// integer; nothing else uses them during the call. A null pointer is answered with -1.
#[no_mangle]
pub unsafe extern "C" fn nsed_middleware_execute(
    ctx_json: *const u8,
    ctx_len: u32,
    out_buf: *mut u8,
    out_buf_len: u32,
    out_len: *mut u32,
) -> i32 {
    if ctx_json.is_null() || out_buf.is_null() || out_len.is_null() {
        return BROKEN;
    }
    // SAFETY: none is null, and the caller vouches for the sizes.
    let (input, out, size) = unsafe {
        out_len.write(0);
        (
            slice::from_raw_parts(ctx_json, ctx_len as usize),
            slice::from_raw_parts_mut(out_buf, out_buf_len as usize),
            &mut *out_len,
        )
    };
    // A panic that crossed into C would be the end of the engine.
    catch_unwind(|| check::judge(input))
        .unwrap_or_else(|_| Err("the check panicked".to_owned()))
        .map_or(BROKEN, |outcome| answer(outcome, out, size))
}

fn answer(outcome: Outcome, out: &mut [u8], size: &mut u32) -> i32 {
    let verdict = outcome.verdict();
    match u32::try_from(verdict.len()) {
        Ok(needed) => *size = needed,
        Err(_) => return BROKEN,
    }
    match out.get_mut(..verdict.len()) {
        Some(room) => room.copy_from_slice(verdict.as_bytes()),
        None => return TOO_SMALL,
    }
    match outcome {
        Outcome::Pass => VERDICT,
        Outcome::Block(_) => BLOCK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(input: &[u8], room: usize) -> (i32, u32, Vec<u8>) {
        let mut out = vec![0; room];
        let mut size = 99;
        let ctx_len = u32::try_from(input.len()).unwrap();
        let room = u32::try_from(room).unwrap();
        // SAFETY: each pointer comes from a living value of the size that is told.
        let code = unsafe {
            nsed_middleware_execute(input.as_ptr(), ctx_len, out.as_mut_ptr(), room, &mut size)
        };
        (code, size, out)
    }

    #[test]
    fn a_verdict_is_written_with_its_size() {
        let (code, size, out) = call(br#"{"content":1}"#, 64);
        assert_eq!(
            (code, &out[..size as usize]),
            (VERDICT, &br#"{"verdict":"pass"}"#[..])
        );
    }

    #[test]
    fn a_buffer_that_is_too_small_is_told_the_size_and_left_alone() {
        let (code, size, out) = call(br#"{"content":1}"#, 17);
        assert_eq!((code, size, out), (TOO_SMALL, 18, vec![0; 17]));
        assert_eq!(call(br#"{"content":1}"#, 18).0, VERDICT);
    }

    #[test]
    fn no_context_is_an_error_without_an_answer() {
        assert_eq!(call(b"nonsense", 4), (BROKEN, 0, vec![0; 4]));
    }

    #[test]
    fn null_pointers_are_an_error() {
        let mut size = 0;
        let null = std::ptr::null_mut();
        // SAFETY: null is what is tested.
        let code = unsafe { nsed_middleware_execute(null, 0, null, 0, &mut size) };
        assert_eq!(code, BROKEN);
    }
}
