/** Longest side of a picture that is sent, in pixels, and its quality as JPEG. */
const longest = 1_600;
const quality = 0.8;

/** A picture as JPEG of at most 1600 pixels, without what the camera wrote about place and time. Rejects for other files. */
export async function smallerPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new Error('smaller picture: this browser writes no JPEG'));
        else resolve(blob);
      },
      'image/jpeg',
      quality,
    );
  });
}
