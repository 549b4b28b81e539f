import {
  analysisFile,
  createAnalysis,
  getAnalysis,
  listAnalyses,
  type ResultFormat,
  spatialStats,
} from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { qgisAnalyses, qgisSpatialSummary } from '@kianda/contract/space/spatial/qgis.contract';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useFileDownload } from '../intake/use-file-download.ts';
import { fileNameOf } from './file-name.ts';

/** Answers that change with an analysis. */
export const analysisAnswers = [listAnalyses, getAnalysis, spatialStats, qgisSpatialSummary, qgisAnalyses] as const;

const usualSeconds = 60;
/** While an analysis runs, its progress is asked for this often. */
const runningSeconds = 2;

export const isUnderWay = ({ status }: Pick<SpatialAnalysis, 'status'>): boolean =>
  status === 'pending' || status === 'running';

/** One analysis, asked for often while it runs. */
export function useAnalysis(id: string) {
  const [isBusy, setBusy] = useState(true);
  const source = useEndpoint(
    getAnalysis,
    { params: { id } },
    { refetchSeconds: isBusy ? runningSeconds : usualSeconds },
  );
  const now = source.sourced === undefined ? true : isUnderWay(source.sourced.value);
  if (now !== isBusy) setBusy(now);
  return source;
}

export const useCreateAnalysis = () => useAction(createAnalysis, analysisAnswers);

/** Saves the result of an analysis in a format; `layer` is needed by those that hold one. */
export function useResultFile() {
  const download = useFileDownload();
  return ({ id, name }: Pick<SpatialAnalysis, 'id' | 'name'>, format: ResultFormat, layer?: string) => {
    const ending = format === 'shp' ? 'zip' : format;
    download(
      analysisFile,
      { params: { id }, query: { format, ...(layer === undefined ? {} : { layer }) } },
      fileNameOf(name, ending, layer),
    );
  };
}
