import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@kianda/geo';
import type { Actor } from '../backup-store.service.ts';
import { stampOf } from '../engine/swap.ts';

const prefix = 'data-antes-';
const keptDays = 7;

/** What the swap leaves for the start that finds it done. */
export type InstantNote = {
  readonly base: string;
  readonly instant: string;
  readonly actor: Actor;
  readonly reason: string;
  readonly aside: string;
};

/** Folder that the data in use go to when recovered ones take their place. */
export const asideName = (nowMs: number): string => `${prefix}${stampOf(nowMs)}`;

export const asideRemoved = (name: string): string =>
  `A base de dados anterior a uma reposição, ${name}, foi eliminada ao fim de ${keptDays} dias.`;

/** Removes the data folders beside a cluster that recoveries put aside long enough ago, and answers their names. */
export async function removeAside(home: string, nowMs: number): Promise<string[]> {
  const limit = asideName(nowMs - keptDays * dayMs);
  const past = (await readdir(home)).filter((name) => name.startsWith(prefix) && name < limit);
  for (const name of past) await rm(join(home, name), { recursive: true, force: true });
  return past;
}
