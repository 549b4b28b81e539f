import {
  type TrainingPlan,
  type TrainingSchedule,
  type TrainingTrigger,
  trainingTriggers,
} from '@kianda/contract/models/registry/schedules.contract';
import { formatNumber } from '@kianda/format';

const dayMs = 86_400_000;
/** After a training that was asked for, whatever became of it, none begins by itself for so long. */
const restMs = dayMs;

/** Facts that the triggers look at. */
export type Sight = {
  readonly nowMs: number;
  /** When the newest version was trained; null: there is none. */
  readonly trainedMs: number | null;
  /** Rows that it has not seen; null: not counted, or too few to learn from. */
  readonly newRows: number | null;
  /** The last check of the version in use; null: none. */
  readonly drift: { readonly atMs: number; readonly hasDrifted: boolean } | null;
};

const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** The word of each trigger that is set. */
export function lookOf({ maxAgeDays, newRows, onDrift }: TrainingPlan, sight: Sight): TrainingSchedule['look'] {
  return [
    ...(maxAgeDays === null ? [] : [ageLook(maxAgeDays, sight)]),
    ...(newRows === null ? [] : [rowsLook(newRows, sight)]),
    ...(onDrift ? [driftLook(sight)] : []),
  ];
}

type Look = TrainingSchedule['look'][number];
const said = (trigger: TrainingTrigger, isMet: boolean, text: string): Look => ({ trigger, isMet, text });

function ageLook(maxAgeDays: number, { nowMs, trainedMs }: Sight): Look {
  if (trainedMs === null) return said('age', true, 'Ainda não há nenhuma versão.');
  const days = (nowMs - trainedMs) / dayMs;
  return said(
    'age',
    days >= maxAgeDays,
    `A última versão tem ${whole(Math.floor(days))} dias; treina aos ${whole(maxAgeDays)}.`,
  );
}

function rowsLook(least: number, { newRows }: Sight): Look {
  if (newRows === null) return said('rows', false, 'As linhas guardadas não chegam para treinar.');
  return said('rows', newRows >= least, `Há ${whole(newRows)} linhas novas; treina às ${whole(least)}.`);
}

function driftLook({ drift, trainedMs }: Sight): Look {
  if (drift === null) return said('drift', false, 'A deriva da versão em uso ainda não foi verificada.');
  if (!drift.hasDrifted) return said('drift', false, 'A versão em uso não tem deriva.');
  // The drift was answered by a version that was trained since, and waits for its approval.
  if (trainedMs !== null && trainedMs > drift.atMs) {
    return said('drift', false, 'A versão em uso tem deriva; já há outra, treinada depois, por aprovar.');
  }
  return said('drift', true, 'A versão em uso tem deriva.');
}

/** Why a training begins now, for its record; null: none does. */
export function reasonToTrain(
  look: TrainingSchedule['look'],
  { nowMs, lastAskedMs }: { readonly nowMs: number; readonly lastAskedMs: number | null },
): string | null {
  const met = look.filter(({ isMet }) => isMet).map(({ trigger }) => trainingTriggers[trigger].toLowerCase());
  if (met.length === 0 || (lastAskedMs !== null && nowMs - lastAskedMs < restMs)) return null;
  return met.join(', ');
}
