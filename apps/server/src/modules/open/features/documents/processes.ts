import { z } from 'zod';
import type { Analysis } from '../../../../platform/analyses.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { JobRunDetail } from '../../../../platform/jobs/jobs.ts';
import { processJobInput } from '../process-input.rules.ts';
import { type Link, types } from './documents.ts';

const exceptions = 'http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0';

const states = {
  queued: 'accepted',
  running: 'running',
  succeeded: 'successful',
  failed: 'failed',
  cancelled: 'dismissed',
} as const;

/** An exception with the standard's own type and the other members of a problem. */
export function exception(name: string, status: number, detail: string): StandardAnswer {
  const title = name.replaceAll('-', ' ');
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: { type: `${exceptions}/${name}`, title, status, detail, code: name, success: false, message: detail },
  };
}

/** An analysis in the list of processes. */
export function summaryOf(base: string, { id, version, title, description }: Analysis) {
  return {
    id,
    version,
    title,
    description,
    jobControlOptions: ['sync-execute', 'async-execute', 'dismiss'],
    outputTransmission: ['value'],
    links: [
      { rel: 'self', href: `${base}/processes/${id}`, type: types.json, title },
      {
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/execute',
        href: `${base}/processes/${id}/execution`,
        type: types.json,
        title: 'Executar',
      },
    ],
  };
}

/** Inputs of an analysis, each with its JSON Schema. */
export function inputsOf({ inputs }: Analysis): Record<string, unknown> {
  const { properties, required } = z.toJSONSchema(inputs, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Record<string, { readonly description?: string }>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]) => [
      name,
      { title: schema.description ?? name, schema, minOccurs: required?.includes(name) === true ? 1 : 0, maxOccurs: 1 },
    ]),
  );
}

/** A run's status, as the standard describes it. */
export function statusOf(base: string, run: JobRunDetail) {
  const href = `${base}/jobs/${run.id}`;
  const status = states[run.state];
  const results: Link[] =
    status === 'successful'
      ? [
          {
            rel: 'http://www.opengis.net/def/rel/ogc/1.0/results',
            href: `${href}/results`,
            type: types.json,
            title: 'Resultados',
          },
        ]
      : [];
  return {
    jobID: run.id,
    processID: processJobInput.safeParse(run.input).data?.process ?? '',
    type: 'process' as const,
    status,
    ...(run.message === null ? {} : { message: run.message }),
    ...(run.error === null ? {} : { message: run.error }),
    created: run.createdAt,
    ...(run.startedAt === null ? {} : { started: run.startedAt }),
    ...(run.endedAt === null ? {} : { finished: run.endedAt }),
    updated: run.endedAt ?? run.startedAt ?? run.createdAt,
    ...(run.progress === null ? {} : { progress: Math.round(run.progress * 100) }),
    links: [{ rel: 'self', href, type: types.json, title: 'Estado' }, ...results],
  };
}
