const start =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|script|title)\b/i;
const readBytes = 8_192;

/** True for a whole web page, by how it begins: its type is no proof, because some providers label data as HTML. */
export function isWebPage(bytes: Uint8Array): boolean {
  return start.test(new TextDecoder().decode(bytes.subarray(0, readBytes)));
}
