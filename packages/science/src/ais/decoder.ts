import { type AssemblyLoss, createAssembler } from './assembly.ts';
import { type AisMessage, isReadType, type PayloadFault, readPayload } from './messages.ts';
import { emptySentence, readSentence, type SentenceFault } from './sentence.ts';
import { createSixbits } from './sixbit.ts';

export type AisFault = SentenceFault | PayloadFault | AssemblyLoss | 'armour' | 'line-too-long' | 'station-time';

/** Reception of a message. */
export type AisReception = {
  /** When the caller had its first sentence. */
  readonly receivedMs: number;
  /** The station's own clock, where it gave one. */
  readonly stationMs: number | null;
  readonly source: string | null;
  /** Of the receiving ship itself (AIVDO). */
  readonly isOwn: boolean;
};

export type AisCounts = {
  /** Every line given. It equals accepted + ignored + pending + the sum of rejected. */
  readonly sentences: number;
  readonly accepted: number;
  /** Sound sentences of types that are not read. */
  readonly ignored: number;
  /** Parts of messages that still miss one. */
  readonly pending: number;
  readonly rejected: Readonly<Partial<Record<AisFault, number>>>;
  readonly byType: Readonly<Record<number, number>>;
};

type AisDecoderOptions = {
  readonly maxPending?: number;
  readonly expiryMs?: number;
  readonly believes?: (reception: AisReception) => boolean;
};

const maxType = 63;

/**
 * Decodes AIVDM/AIVDO lines from bytes. Never throws on its input: unreadable lines are counted by reason. `maxPending`
 * and `expiryMs` limit the memory of unfinished messages; a message whose station gives a time that is not believed is
 * refused, because nobody knows when it was heard.
 */
export function createAisDecoder(
  onMessage: (message: AisMessage, reception: AisReception) => void,
  { maxPending = 256, expiryMs = 30_000, believes = () => true }: AisDecoderOptions = {},
) {
  const bits = createSixbits();
  const sentence = emptySentence();
  const rejected: Partial<Record<AisFault, number>> = {};
  const types = new Float64Array(maxType + 1);
  let sentences = 0;
  let accepted = 0;
  let ignored = 0;

  function reject(fault: AisFault, count: number): void {
    rejected[fault] = (rejected[fault] ?? 0) + count;
  }

  const assembler = createAssembler({ maxPending, expiryMs, onLoss: reject });
  let reception: AisReception = { receivedMs: 0, stationMs: null, source: null, isOwn: false };
  // One closure for every message, instead of one each.
  const emit = (message: AisMessage): void => onMessage(message, reception);

  /** Decodes the collected bits, which came in `count` sentences. */
  function finish(count: number, heard: AisReception): AisFault | null {
    reception = heard;
    const type = bits.uint(0, 6);
    if (!isReadType(type)) {
      ignored += count;
      types[type] = (types[type] ?? 0) + 1;
      return null;
    }
    if (!believes(heard)) return refuse('station-time', count);
    const fault = readPayload(bits, emit);
    if (fault !== null) return refuse(fault, count);
    accepted += count;
    types[type] = (types[type] ?? 0) + 1;
    return null;
  }

  function refuse(fault: AisFault, count: number): AisFault {
    reject(fault, count);
    return fault;
  }

  return {
    /** One line, without its end: `bytes[from..to)`. The reason when it was refused, else null. */
    line(bytes: Uint8Array, from: number, to: number, receivedMs: number): AisFault | null {
      sentences += 1;
      const fault = readSentence(bytes, from, to, sentence);
      if (fault !== null) return refuse(fault, 1);
      bits.clear();
      if (sentence.fragments === 1) {
        if (!bits.append(bytes, sentence.payloadFrom, sentence.payloadTo)) return refuse('armour', 1);
        const { timeMs, source, isOwn } = sentence;
        return finish(1, { receivedMs, stationMs: timeMs, source, isOwn });
      }
      const whole = assembler.add(sentence, bytes, receivedMs);
      if (whole === null) return null;
      const count = whole.parts.length;
      for (const part of whole.parts) {
        if (part === undefined || !bits.append(part, 0, part.length)) return refuse('armour', count);
      }
      const { startedMs, timeMs, source } = whole;
      return finish(count, { receivedMs: startedMs, stationMs: timeMs, source, isOwn: sentence.isOwn });
    },
    /** A line that was dropped before it got here. */
    tooLong(): void {
      sentences += 1;
      reject('line-too-long', 1);
    },
    /** Gives up unfinished messages older than `expiryMs`. */
    expire: (nowMs: number) => assembler.expire(nowMs),
    counts(): AisCounts {
      const byType: Record<number, number> = {};
      for (const [type, count] of types.entries()) if (count > 0) byType[type] = count;
      return { sentences, accepted, ignored, pending: assembler.pendingSentences(), rejected: { ...rejected }, byType };
    },
  };
}

export type AisDecoder = ReturnType<typeof createAisDecoder>;

/** Seconds a station may be ahead of the fix it hears. */
const clockSkewMs = 10_000;
const minuteMs = 60_000;

/**
 * Instant of a fix, whole seconds: the second that the ship sends, in the minute that ends nearest after it was heard.
 * Two stations that hear one transmission seconds apart get the same instant. Without a second: when it was heard.
 */
export function fixTimeMs(heardMs: number, second: number | null): number {
  if (second === null) return Math.floor(heardMs / 1000) * 1000;
  const minute = Math.floor(heardMs / minuteMs) * minuteMs;
  const sameMinute = minute + second * 1000;
  if (sameMinute > heardMs + clockSkewMs) return sameMinute - minuteMs;
  if (sameMinute <= heardMs + clockSkewMs - minuteMs) return sameMinute + minuteMs;
  return sameMinute;
}
