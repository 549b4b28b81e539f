import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asExample } from '../client/example.ts';
import { retentionCachesFallback, retentionMetricsFallback } from './models/ml-retention-system/api/fallback.ts';
import { filtersFallback } from './models/predictive-filters/fallback.ts';
import {
  fisheriesFallback,
  healthFallback,
  oceanographicFallback,
  overviewFallback,
  satelliteFallback,
  servicesFallback,
  statsFallback,
} from './operations/dashboard/api/fallbacks.ts';
import { liveFallback } from './operations/realtime-monitoring/api/fallback.ts';
import { demoReports } from './operations/reports/api/demo-reports.ts';
import { testFallback } from './operations/test-dashboard/fallback.ts';
import { usageFallback } from './sea/advanced-analysis/api/fallback.ts';
import { realtimeFallback } from './sea/realtime-angola/api/fallback.ts';
import { fallbackConnectors } from './shared/connectors/fallback.ts';
import { modelStatsFallback, modelsFallback } from './shared/models/fallback.ts';
import { pick } from './shared/sourced.ts';
import { biomassFallback } from './space/qgis-biomass-calculator/fallback.ts';
import { spatialSummaryFallback } from './space/qgis-spatial-analysis/fallback.ts';

/** Every sample of the specification that stands where an answer would. */
const samples: Readonly<Record<string, object>> = {
  biomassFallback,
  demoReports,
  fallbackConnectors,
  filtersFallback,
  fisheriesFallback,
  healthFallback,
  liveFallback,
  modelsFallback,
  modelStatsFallback,
  oceanographicFallback,
  overviewFallback,
  realtimeFallback,
  retentionCachesFallback,
  retentionMetricsFallback,
  satelliteFallback,
  servicesFallback,
  statsFallback,
  spatialSummaryFallback,
  testFallback,
  'usageFallback(period)': usageFallback('30d'),
};
/** Stand-ins without a figure of the world: what the release itself knows, and that nothing is known. */
const others = ['integrationFallback (known)', 'localCatalogue() (known)', 'nothingKnown'];

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test(ing)?\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'));

test('every stand-in of the console is listed here: a new one is either a sample, or says that it is known', () => {
  const found = sources.flatMap((text) =>
    [...text.matchAll(/\bfallback\b[^;{]*?\{ data: ([\w]+(?:\(\w*\))?)(, known: true)?/g)].map(
      ([, name, known]) => `${name}${known === undefined ? '' : ' (known)'}`,
    ),
  );
  expect(found.toSorted()).toEqual([...Object.keys(samples), ...others].toSorted());
});

test('no option of an endpoint brings a stand-in in another form', () => {
  const passed = sources.flatMap((text) =>
    [...text.matchAll(/\bfallback:\s*(?!\{ data: \w|\(|\{ readonly)(\S+)/g)].map(([all]) => all),
  );
  expect(passed).toEqual([]);
});

test.each(Object.entries(samples))('%s: nothing of it is a figure, and each is an example', (_, sample) => {
  const reason = 'Servidor indisponível.';
  const sourced = asExample(sample, reason);
  expect(sourced.provenance).toEqual({ state: 'fallback', reason });
  expect(sourced.example).toBe(sample);
  const figures = leavesOf(sourced.value).filter((leaf) => typeof leaf === 'number');
  expect(figures.filter((figure) => !Number.isNaN(figure))).toEqual([]);
  for (const path of Object.keys(sample)) {
    const read = (value: object) => (value as Record<string, unknown>)[path];
    const picked = pick({ sourced }, read);
    expect(picked).toEqual({
      value: null,
      example: read(sample),
      missingReason: reason,
      provenance: sourced.provenance,
    });
  }
});

/** Values of a part, at any depth. */
function leavesOf(part: unknown): unknown[] {
  return part !== null && typeof part === 'object' ? Object.values(part).flatMap(leavesOf) : [part];
}
