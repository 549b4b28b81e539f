/** A segment of the journal: its timeline, and its number from the beginning of the cluster. */
export type Segment = { readonly timeline: number; readonly number: number };

const logBytes = 0x1_0000_0000;
const hex8 = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

export const isSegmentName = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);
export const isHistoryName = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);

/** `000000010000000A000000FF` of segments of so many bytes. Null for another name. */
export function segmentOf(name: string, segmentBytes: number): Segment | null {
  if (!isSegmentName(name)) return null;
  const [timeline = 0, log = 0, part = 0] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16));
  return { timeline, number: log * (logBytes / segmentBytes) + part };
}

/** Name that PostgreSQL gives a segment. */
export function segmentName({ timeline, number }: Segment, segmentBytes: number): string {
  const perLog = logBytes / segmentBytes;
  return hex8(timeline) + hex8(Math.floor(number / perLog)) + hex8(number % perLog);
}

/** Number of the segment that a place in the journal (`0/9C021D0`) ends: a boundary belongs to the one before it. */
export function segmentEndingAt(lsn: string, segmentBytes: number): number {
  const [high = '0', low = '0'] = lsn.split('/');
  const at = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return Number((at - 1n) / BigInt(segmentBytes));
}
