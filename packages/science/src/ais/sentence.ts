/** Reason that a line cannot be read as a sentence. */
export type SentenceFault = 'not-ais' | 'no-checksum' | 'checksum' | 'tag-block' | 'format';

/** Parts of one sentence, as offsets into its line. One object serves every line: nothing is allocated for it. */
export type Sentence = {
  fragments: number;
  /** 1-based. */
  fragment: number;
  /** −1 when empty. */
  sequence: number;
  /** Character code; 0 when empty. */
  channel: number;
  payloadFrom: number;
  payloadTo: number;
  /** The receiving station's own ship (AIVDO). */
  isOwn: boolean;
  /** Reception, from the tag block or a tail `,<Unix seconds>`, UTC. */
  timeMs: number | null;
  source: string | null;
  group: string | null;
};

export function emptySentence(): Sentence {
  return {
    fragments: 1,
    fragment: 1,
    sequence: -1,
    channel: 0,
    payloadFrom: 0,
    payloadTo: 0,
    isOwn: false,
    timeMs: null,
    source: null,
    group: null,
  };
}

const comma = 44;
const star = 42;
const bang = 33;
const backslash = 92;
const colon = 58;

/**
 * Reads `bytes[from..to)`, one line without its end: `!AIVDM,<fragments>,<fragment>,<sequence>,<channel>,<payload>,<fill>*hh`
 * (NMEA 0183), behind an optional tag block `\s:…,c:…,g:…*hh\` (NMEA 4) or another receiver's prefix. The count of fill
 * bits is checked to be a digit and not used: receivers get it wrong, and no field that is read lies in them.
 */
export function readSentence(bytes: Uint8Array, from: number, to: number, out: Sentence): SentenceFault | null {
  let at = from;
  out.timeMs = null;
  out.source = null;
  out.group = null;
  if (bytes[at] === backslash) {
    const end = bytes.indexOf(backslash, at + 1);
    if (end === -1 || end >= to || !readTagBlock(bytes, at + 1, end, out)) return 'tag-block';
    at = end + 1;
  }
  while (at < to && bytes[at] !== bang) at += 1;
  if (at >= to) return 'not-ais';
  const start = at + 1;
  if (!isAisFormatter(bytes, start, to)) return 'not-ais';

  let sum = 0;
  let end = start;
  while (end < to) {
    const byte = bytes[end] ?? 0;
    if (byte === star) break;
    sum ^= byte;
    end += 1;
  }
  if (end + 2 >= to) return 'no-checksum';
  if (hexPair(bytes, end + 1) !== sum) return 'checksum';
  if (!readFields(bytes, start, end, out)) return 'format';
  if (out.timeMs === null && bytes[end + 3] === comma && end + 3 < to) out.timeMs = tailTime(bytes, end + 3, to);
  return null;
}

/** True when the sentence is `xxVDM,` or `xxVDO,`, of any talker. */
function isAisFormatter(bytes: Uint8Array, start: number, to: number): boolean {
  if (start + 5 >= to) return false;
  const last = bytes[start + 4];
  return (
    bytes[start + 2] === 86 && bytes[start + 3] === 68 && (last === 77 || last === 79) && bytes[start + 5] === comma
  );
}

function readFields(bytes: Uint8Array, start: number, end: number, out: Sentence): boolean {
  out.isOwn = bytes[start + 4] === 79;
  const fragments = digit(bytes[start + 6]);
  const fragment = digit(bytes[start + 8]);
  if (fragments < 1 || fragment < 1 || fragment > fragments) return false;
  if (bytes[start + 7] !== comma || bytes[start + 9] !== comma) return false;
  out.fragments = fragments;
  out.fragment = fragment;

  let at = start + 10;
  out.sequence = -1;
  if (bytes[at] !== comma) {
    const sequence = digit(bytes[at]);
    if (sequence < 0) return false;
    out.sequence = sequence;
    at += 1;
  }
  if (bytes[at] !== comma) return false;
  at += 1;
  out.channel = 0;
  if (bytes[at] !== comma) {
    out.channel = bytes[at] ?? 0;
    at += 1;
  }
  if (bytes[at] !== comma) return false;
  const payloadFrom = at + 1;
  const payloadTo = bytes.indexOf(comma, payloadFrom);
  if (payloadTo <= payloadFrom || payloadTo >= end) return false;
  out.payloadFrom = payloadFrom;
  out.payloadTo = payloadTo;
  const fill = digit(bytes[payloadTo + 1]);
  return fill >= 0 && fill <= 5 && payloadTo + 2 === end;
}

/** Value of a decimal digit; −1 for anything else. */
function digit(code: number | undefined): number {
  return code !== undefined && code >= 48 && code <= 57 ? code - 48 : -1;
}

/** Value of two hexadecimal digits at `at`; −1 for anything else. */
function hexPair(bytes: Uint8Array, at: number): number {
  const high = hexDigit(bytes[at]);
  const low = hexDigit(bytes[at + 1]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Whole number of `bytes[from..to)`; null when it is not one, or has more than 15 digits. */
function wholeNumber(bytes: Uint8Array, from: number, to: number): number | null {
  if (to <= from || to - from > 15) return null;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const next = digit(bytes[at]);
    if (next < 0) return null;
    value = value * 10 + next;
  }
  return value;
}

/** Unix time in seconds, or in milliseconds as some stations write it. */
function instant(value: number | null): number | null {
  if (value === null) return null;
  return value >= 100_000_000_000 ? value : value * 1000;
}

/** The last field after the checksum, where coast stations put their clock; null when it is not an instant. */
function tailTime(bytes: Uint8Array, from: number, to: number): number | null {
  const last = bytes.lastIndexOf(comma, to - 1);
  if (last < from || to - last - 1 < 9) return null;
  return instant(wholeNumber(bytes, last + 1, to));
}

/** Fields of a tag block between its backslashes; false when its checksum is absent or wrong. */
function readTagBlock(bytes: Uint8Array, from: number, to: number, out: Sentence): boolean {
  const end = to - 3;
  if (end < from || bytes[end] !== star) return false;
  let sum = 0;
  for (let at = from; at < end; at += 1) sum ^= bytes[at] ?? 0;
  if (hexPair(bytes, end + 1) !== sum) return false;
  let at = from;
  while (at < end) {
    let next = at;
    while (next < end && bytes[next] !== comma) next += 1;
    if (bytes[at + 1] === colon) readTag(bytes, at, next, out);
    at = next + 1;
  }
  return true;
}

/** Tag `<letter>:<value>` of `bytes[start..to)`: `c` time, `s` source station, `g` sentence–count–group; others are not used. */
function readTag(bytes: Uint8Array, start: number, to: number, out: Sentence): void {
  const name = bytes[start];
  const from = start + 2;
  if (name === 99) out.timeMs = instant(wholeNumber(bytes, from, to));
  else if (name === 115) out.source = ascii(bytes, from, to);
  else if (name === 103) {
    const dash = bytes.lastIndexOf(45, to - 1);
    if (dash > from) out.group = ascii(bytes, dash + 1, to);
  }
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 1) text += String.fromCharCode((bytes[at] ?? 0) & 0x7f);
  return text;
}
