import { listIngestRuns } from '@kianda/contract/ingestion/connectors/connectors.contract';
import {
  dataConnectors,
  processingJobs,
  qualityReport,
} from '@kianda/contract/ingestion/connectors/operations.contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useChannel } from '../../../client/use-channel.ts';
import { type EndpointResult, useEndpoint } from '../../../client/use-endpoint.ts';
import { type ConnectorList, fallbackConnectors } from './fallback.ts';
import { applyJobEvent, type LiveRun, mergeRuns, noLiveRuns } from './live-runs.ts';
import { connectorStateTexts } from './texts.pt.ts';

/** Answers that change with a connector or its runs. */
export const connectorAnswers = [dataConnectors, processingJobs, listIngestRuns] as const;

const listOptions = { refetchSeconds: 120, staleSeconds: 60 } as const;
/** Ends that come in a burst are followed by one refresh. */
const settleMs = 800;

/** Every connector; the specification's three, labelled, while no server answers. */
export function useConnectors(): EndpointResult<ConnectorList> {
  return useEndpoint(dataConnectors, {}, { ...listOptions, fallback: { data: fallbackConnectors } });
}

/** The same answer with the notice that stand-ins are shown, and why. */
export function withNotice(result: EndpointResult<ConnectorList>): EndpointResult<ConnectorList> {
  const { error } = result;
  return error === null
    ? result
    : { ...result, error: { ...error, message: connectorStateTexts.fallbackNote(error.message) } };
}

export function useJobs(limit = 50) {
  return useEndpoint(processingJobs, { query: { limit } }, listOptions);
}

export function useQuality() {
  return useEndpoint(qualityReport, {}, listOptions);
}

/** Runs waiting or under way, kept current over the websocket; `onEnded` after one or several of them ended. */
export function useLiveRuns(jobs: ReturnType<typeof useJobs>, onEnded: () => void): readonly LiveRun[] {
  const [live, setLive] = useState(noLiveRuns);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(onEnded);
  useEffect(() => {
    latest.current = onEnded;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), settleMs);
  };
  useChannel('jobs', {
    onEvent: (event) => {
      setLive((state) => applyJobEvent(state, event));
      if (event.name === 'run.ended') settle();
    },
    onGap: () => {
      setLive(noLiveRuns);
      settle();
    },
  });
  const listed = jobs.sourced?.value.jobs;
  return useMemo(() => mergeRuns(listed ?? [], live), [listed, live]);
}
