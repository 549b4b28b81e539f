/** Objects that the measurement of S3 reads, the same in every run. */
import { createHash } from 'node:crypto';

export const bucket = 'medida';
export const smallObjects = 200;
export const smallBytes = 4096;
export const bigName = 'grande.nc';
export const bigBytes = 64 * 1_048_576;
export const emptyKeys = 10_000;

export const keyOf = (n: number): string => `pequenos/objeto-${String(n).padStart(4, '0')}.bin`;
export const objectOf = (n: number): Buffer => Buffer.alloc(smallBytes, createHash('sha256').update(`${n}`).digest());
