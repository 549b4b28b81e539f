import { exportTemporal, type TemporalFileFormat } from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatInstant } from '@kianda/format';
import { downloadBlob, usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { useEffect, useRef, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import { frameKey, loadFrame } from '../clock/frames.ts';
import { periodQuery } from '../period-query.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';

const texts = temporalTexts.files;
/** A file of years takes its time. */
const longestSeconds = 120;
/** Frames of a film at most: five minutes at two a second. */
export const mostFilmFrames = 600;

const extensions = { netcdf: 'nc', csv: 'csv', geotiff: 'tif' } as const;
const sayFailure = (message: string) => notify({ tone: 'error', title: texts.failed, message });
const saySaved = (name: string) => notify({ tone: 'success', title: texts.saved, message: name });

/** Files of the server: the dates of the clock's period, or the one that is shown. */
export function useServerFile({ search, clock }: View) {
  const { client } = useApplication();
  const [isRunning, setRunning] = useState(false);
  const save = async (format: TemporalFileFormat): Promise<void> => {
    const { variable } = search;
    const at = clock.ms === null ? null : new Date(clock.ms).toISOString();
    const query = format === 'csv' && at !== null ? { from: at, to: at } : periodQuery(search);
    setRunning(true);
    try {
      const name = `${variable}-${at?.slice(0, 10) ?? ''}.${extensions[format]}`;
      const input = { params: { variable }, query: { format, ...query } };
      downloadBlob(name, await client.download(exportTemporal, input, { timeoutSeconds: longestSeconds }));
      saySaved(name);
    } catch (thrown) {
      sayFailure(toFailure(thrown).message);
    } finally {
      setRunning(false);
    }
  };
  return { save, isRunning };
}

type Recording = { readonly done: number; readonly count: number };

/** The film of the clock's period, made in this browser. */
export function useFilm({ search, clock, colours }: View) {
  const { client } = useApplication();
  const { timeZone } = usePreferences();
  const [recording, setRecording] = useState<Recording | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const record = async (): Promise<void> => {
    const { moments } = clock;
    if (moments.length > mostFilmFrames) return sayFailure(texts.mostFrames(String(mostFilmFrames)));
    const controller = new AbortController();
    abort.current = controller;
    setRecording({ done: 0, count: moments.length });
    const { variable, speed } = search;
    const { name, units } = describeTemporal(variable);
    const frameOf = (index: number) => loadFrame(client, frameKey(variable, moments[index] ?? 0, 1), controller.signal);
    try {
      const { encodeFilm } = await import('./film.ts');
      const { provider, provenance } = await frameOf(0);
      const film = await encodeFilm({
        ...{ count: moments.length, framesPerSecond: speed, signal: controller.signal },
        caption: {
          ...{ title: name, unit: units, scale: createColourScale(colours) },
          source: texts.source(provider, provenance.state === 'simulated'),
        },
        frameAt: async (index) => {
          const { field, ms } = await frameOf(index);
          return { field, when: formatInstant(ms, timeZone) };
        },
        onProgress: (done) => setRecording({ done, count: moments.length }),
      });
      if (film === null) return sayFailure(texts.noCodec);
      const file = `${variable}-${new Date(moments[0] ?? 0).toISOString().slice(0, 10)}.${film.extension}`;
      downloadBlob(file, film.blob);
      saySaved(file);
    } catch (thrown) {
      if (!controller.signal.aborted) sayFailure(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setRecording(null);
    }
  };
  return { record, recording, cancel: () => abort.current?.abort() };
}
