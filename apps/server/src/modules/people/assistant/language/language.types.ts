import type { PlaceKind } from '@kianda/contract/sea/places/places.resource';

/** Something of the platform that a question may name. */
export type Named = {
  readonly kind: PlaceKind | 'species' | 'vessel';
  readonly id: string;
  readonly title: string;
  /** Further names. */
  readonly names?: readonly string[];
  /** Longitude and latitude in degrees. */
  readonly position?: readonly [number, number] | null;
};

/** Calendar days of Luanda, `2026-08-31`, both included. */
export type Period = { readonly from: string; readonly to: string };

/** Parts of a question that the next one may take over. */
export type Frame = {
  readonly intent: string;
  readonly period: Period | null;
  /** All that bears the name of the place: a port, its stations, its tide gauge. */
  readonly place: readonly Named[];
  readonly species: Named | null;
  readonly vessel: Named | null;
  /** Words with a meaning of their own: flag, gear, severity, segment and the like, by the name of the argument. */
  readonly choices: Readonly<Record<string, string>>;
};

export type ToolArguments = Readonly<Record<string, string | number>>;

/** A question understood: the tool and the arguments that answer it. */
export type Reading = {
  readonly tool: string;
  readonly arguments: ToolArguments;
  /** The days that the answer is cut to, where the tool itself has no ends. */
  readonly clip: Period | null;
  /** Place that the answer is about, as people write it. */
  readonly place: string | null;
  readonly frame: Frame;
};

/** `future`: what has not happened; `act`: to do something; `unknown`: about nothing that the platform has. */
export type NotUnderstood = { readonly reason: 'future' | 'act' | 'unknown' };

export type Understanding =
  | ({ readonly understood: true } & Reading)
  | ({ readonly understood: false } & NotUnderstood);

export type TalkContext = {
  readonly nowMs: number;
  readonly names: readonly Named[];
  /** Of the question before, where there is one. */
  readonly previous: Frame | null;
};
