import {
  getStudy,
  listStudies,
  type StudyDetail,
  studyRecords,
  studyVariables,
} from '@kianda/contract/models/studies/studies.contract';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';

/** A step of a study, and whether the reader may change it. */
export type StepProps = { readonly study: StudyDetail; readonly mayChange: boolean };

/** Answers that change with a step of a study. */
export const studyAnswers = [getStudy, listStudies, studyRecords, studyVariables] as const;
/** Answers that change with work that is asked for. */
export const workAnswers = [getStudy, listStudies] as const;

const usualSeconds = 60;
/** While something is trained, its progress is asked for this often. */
const runningSeconds = 2;

export const isUnderWay = ({ state }: Pick<StudyDetail['work'][number], 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** One study, asked for often while it has work under way. */
export function useStudy(id: string) {
  const [isRunning, setRunning] = useState(false);
  const study = useEndpoint(
    getStudy,
    { params: { id } },
    { refetchSeconds: isRunning ? runningSeconds : usualSeconds },
  );
  const now = study.sourced?.value.work.some(isUnderWay) ?? false;
  if (now !== isRunning) setRunning(now);
  return study;
}
