import type { Position } from '@kianda/geo';
import { readCoasts } from '../../../../platform/geometry/coasts.ts';
import { answerThread } from '../../../../platform/threads/thread.ts';
import { analyseCoast } from './analyse.ts';
import type { AnalysisTask } from './analysis.types.ts';

answerThread((task: Omit<AnalysisTask, 'coast'>, watch) => {
  const coast = readCoasts().coast.flatMap((line) => inside(line, task));
  return { answer: analyseCoast({ ...task, coast }, watch) };
});

/** The parts of a line between two parallels. */
function inside(line: readonly Position[], { south, north }: { readonly south: number; readonly north: number }) {
  const parts: Position[][] = [[]];
  for (const position of line) {
    if (position[1] >= south && position[1] <= north) parts.at(-1)?.push(position);
    else if (parts.at(-1)?.length !== 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 1);
}
