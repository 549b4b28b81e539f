/** Hands a text to the browser as a file. */
export function downloadText(fileName: string, mediaType: string, text: string): void {
  downloadBlob(fileName, new Blob([text], { type: `${mediaType};charset=utf-8` }));
}

/** Event of the document when a file was handed over; it carries nothing of the file. */
export const downloadEventName = 'kianda:download';

/** Hands bytes to the browser as a file. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  document.dispatchEvent(new Event(downloadEventName));
  // Revoked later: some browsers read the address only after the click returned, and would save an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}
