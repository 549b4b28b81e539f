import { wordsOf } from '@kianda/format/match';
import { choicesOf, intentOf, refusalOf } from './intents.rules.ts';
import type { Frame, Named, TalkContext, Understanding } from './language.types.ts';
import { namedIn, placeIn } from './names.rules.ts';
import { periodOf } from './period.rules.ts';
import { landedSpecies, planOf } from './plan.rules.ts';
import { mended } from './words.rules.ts';

const landed: readonly Named[] = landedSpecies.map(([id, title]) => ({ kind: 'species', id, title }));

/** Longest question that is read. */
export const questionLength = 400;

/**
 * Tool and arguments that answer a question in Portuguese, by rules alone: what it is about, the days, the place, the
 * species and the vessel it names, with the rest of the question before where it follows on.
 */
export function parseQuestion(question: string, context: TalkContext): Understanding {
  const { names, nowMs, previous } = context;
  const raw = wordsOf(question.slice(0, questionLength));
  const known = new Set(names.flatMap(({ title, names: further = [] }) => [title, ...further].flatMap(wordsOf)));
  const words = mended(raw.join(' '), known);
  const text = words.join(' ').replace(/\bnao t(?:em|inham?|iveram) licenca/, 'sem licenca');
  const refusal = refusalOf(text);
  if (refusal !== null) return { understood: false, reason: refusal };

  const found = namedIn(words, names);
  const species = found.find(({ named }) => named.kind === 'species')?.named ?? null;
  const vessel = found.find(({ named }) => named.kind === 'vessel')?.named ?? null;
  const place = placeIn(found, names);
  const code = namedIn(words, landed)[0]?.named.id;
  const number = raw.find((word) => /^\d{7}$|^\d{9}$/.test(word));
  const own: Frame = {
    intent: '',
    period: periodOf(text, nowMs),
    place,
    species,
    vessel,
    choices: {
      ...choicesOf(text),
      ...(code === undefined ? {} : { landed: code }),
      ...(number === undefined ? {} : { number }),
    },
  };
  const follows = previous !== null && isFollowUp(text, raw.length);
  const intent = intentFor(text, own) ?? (follows ? previous.intent : null) ?? impliedBy(own);
  if (intent === null) return { understood: false, reason: 'unknown' };
  const frame = follows ? merged(previous, { ...own, intent }) : { ...own, intent };
  const plan = planOf(frame, { nowMs });
  return plan === null ? { understood: false, reason: 'unknown' } : { understood: true, ...plan, frame };
}

/** Subject of a question, by its words and by what it names. */
function intentFor(text: string, { species, vessel }: Frame): string | null {
  const intent = intentOf(text);
  if (species !== null && (intent === null || intent === 'depth' || intent === 'speciesList')) return 'species';
  // A vessel may be called after the sea, and its name told for a place.
  if (vessel !== null && (intent === null || /\b(?:onde|anda|posicao)\b/.test(text))) return 'vessels';
  return intent;
}

/** Question about something that is only named. */
function impliedBy({ species, vessel, place, choices }: Frame): string | null {
  if (species !== null) return 'species';
  if (vessel !== null || choices.number !== undefined) return 'vessels';
  return place.length > 0 ? 'place' : null;
}

const followUpWords = /^(?:e|mas|entao|agora) (?!se\b)/;

/** A question that goes on from the one before: it begins with «e», or is too short to stand alone. */
const isFollowUp = (text: string, words: number): boolean =>
  followUpWords.test(text) || (words <= 3 && /^(?:em|n[ao]|d[eao]) /.test(text));

/** The question before with what this one changes. */
function merged(previous: Frame, next: Frame): Frame {
  const isSame = previous.intent === next.intent;
  return {
    intent: next.intent,
    period: next.period ?? previous.period,
    place: next.place.length > 0 ? next.place : previous.place,
    species: next.species ?? (isSame ? previous.species : null),
    vessel: next.vessel ?? (isSame ? previous.vessel : null),
    choices: isSame ? { ...previous.choices, ...next.choices } : next.choices,
  };
}
