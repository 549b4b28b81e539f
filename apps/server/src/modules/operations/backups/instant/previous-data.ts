import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@kianda/geo';
import type { Actor } from '../backups.context.ts';
import { stampOf } from '../engine/swap.ts';

const prefix = 'data-antes-';
const keptDays = 7;

/** Note that a swap leaves for the start that finds it done; stored as JSON beside the cluster. */
export type InstantNote = {
  readonly base: string;
  readonly instant: string;
  readonly actor: Actor;
  readonly reason: string;
  /** Name of the previous data folder. */
  readonly aside: string;
};

/** Name that the data folder in use gets when a recovered one takes its place. */
export const previousFolderName = (nowMs: number): string => `${prefix}${stampOf(nowMs)}`;

export const previousFolderRemoved = (name: string): string =>
  `A base de dados anterior a uma reposição, ${name}, foi eliminada ao fim de ${keptDays} dias.`;

/** Removes the previous data folders beside a cluster that are older than a week, and answers their names. */
export async function removePreviousFolders(home: string, nowMs: number): Promise<string[]> {
  const limit = previousFolderName(nowMs - keptDays * dayMs);
  const past = (await readdir(home)).filter((name) => name.startsWith(prefix) && name < limit);
  for (const name of past) await rm(join(home, name), { recursive: true, force: true });
  return past;
}
