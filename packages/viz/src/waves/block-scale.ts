import { heightOf, type WaveComponent } from './spectrum.ts';

/** Side of the block, and how many times its heights are enlarged. */
export type BlockScale = { readonly sideM: number; readonly rise: number };

/** Block of four of the longest waves, with heights enlarged so far that they show. */
export function blockScale(waves: readonly WaveComponent[]): BlockScale {
  const longest = Math.max(20, ...waves.map(({ east, north }) => (2 * Math.PI) / Math.hypot(east, north)));
  const sideM = Math.round(Math.min(900, Math.max(150, 2.5 * longest)) / 50) * 50;
  const height = heightOf(waves);
  const wanted = height > 0 ? (0.03 * sideM) / height : 1;
  return { sideM, rise: Math.max(1, Math.round(wanted)) };
}
