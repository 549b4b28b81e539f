import type { SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import encodeQR from 'qr';
import { useEffect, useMemo, useRef, useState } from 'react';
import styles from '../field.module.css';
import { fieldTexts } from '../texts.pt.ts';
import { framesOf, type Reading, recordsOf, withFrame } from './frames.ts';

const { handover: texts } = fieldTexts;
/** How long each picture stands: a camera reads about ten in a second. */
const eachMs = 400;

/** Records as pictures, one after the other, for the camera of another phone. */
export function ShowFrames({
  records,
  hasPhotos,
}: {
  readonly records: readonly SentRecord[];
  readonly hasPhotos: boolean;
}) {
  const [frames, setFrames] = useState<readonly string[]>([]);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    void framesOf(records).then(setFrames);
  }, [records]);
  useEffect(() => {
    if (frames.length < 2) return;
    const timer = setInterval(() => setIndex((at) => (at + 1) % frames.length), eachMs);
    return () => clearInterval(timer);
  }, [frames]);
  const frame = frames[index % Math.max(1, frames.length)];
  const cells = useMemo(
    () => (frame === undefined ? null : encodeQR(frame, 'raw', { ecc: 'low', border: 2 })),
    [frame],
  );
  if (cells === null) return null;
  const label = texts.show((index % frames.length) + 1, frames.length);
  return (
    <div className={styles.qr}>
      <svg viewBox={`0 0 ${cells.length} ${cells.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={pathOf(cells)} fill="#000" />
      </svg>
      <p className={styles.note}>{label}</p>
      <p className={styles.note}>{texts.showText}</p>
      {hasPhotos ? <p className={styles.note}>{texts.noPhotos}</p> : null}
    </div>
  );
}

const pathOf = (cells: readonly (readonly boolean[])[]): string =>
  cells.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** Reads the pictures of another phone. */
export function ScanFrames({ onRecords }: { readonly onRecords: (records: readonly SentRecord[]) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const done = useRef(onRecords);
  done.current = onRecords;

  useEffect(() => {
    const ended = new AbortController();
    const shown = video.current;
    if (shown === null) return;
    scan(shown, (text) => setReading((before) => withFrame(before, text)), ended.signal).catch((error: unknown) => {
      console.warn('kianda: câmara por abrir', error);
      setProblem(texts.noCamera);
    });
    return () => ended.abort();
  }, []);
  useEffect(() => {
    if (reading === null || reading.parts.size < reading.total) return;
    void recordsOf(reading).then((records) => {
      if (records === null) setProblem(texts.bad);
      else done.current(records);
    });
  }, [reading]);

  return (
    <div className={styles.qr}>
      {/* The camera's own picture has no sound to caption. */}
      <video ref={video} muted playsInline hidden={problem !== null} />
      <p className={problem === null ? styles.note : styles.wrong} role="status">
        {problem ?? (reading === null ? texts.scanText : texts.read(reading.parts.size, reading.total))}
      </p>
    </div>
  );
}

/** Calls back with the text of each picture in the camera's view, until the signal. Throws without a camera. */
async function scan(video: HTMLVideoElement, onText: (text: string) => void, signal: AbortSignal): Promise<void> {
  if (navigator.mediaDevices === undefined) throw new Error('no camera in this window');
  const [{ default: decodeQR }, stream] = await Promise.all([
    import('qr/decode.js'),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
  ]);
  signal.addEventListener('abort', () => {
    for (const track of stream.getTracks()) track.stop();
  });
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const look = () => {
    if (signal.aborted || context === null) return;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    if (canvas.width > 0) {
      context.drawImage(video, 0, 0);
      const text = textIn(decodeQR, context.getImageData(0, 0, canvas.width, canvas.height));
      if (text !== null) onText(text);
    }
    requestAnimationFrame(look);
  };
  look();
}

function textIn(decode: (image: ImageData) => string, image: ImageData): string | null {
  try {
    return decode(image);
  } catch {
    // No picture in view, or a blurred one: the next look may have it.
    return null;
  }
}
