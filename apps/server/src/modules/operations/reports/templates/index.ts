import type { ReportTemplateId } from '@kianda/contract/operations/reports/report-types';
import type { Part } from '../writing/report-writer.ts';
import { biodiversity } from './biodiversity.ts';
import { corrections } from './corrections.ts';
import { fisheries } from './fisheries.ts';
import { health } from './health.ts';
import { improvements } from './improvements.ts';
import { oceanographic } from './oceanographic.ts';
import { quality } from './quality.ts';
import { releases } from './releases.ts';
import { security } from './security.ts';
import { solutions } from './solutions.ts';
import { surveillance } from './surveillance.ts';

/** Function of each part of each template; a test fails for a part that the contract names and no function writes. */
export const parts: Readonly<Record<ReportTemplateId, Readonly<Record<string, Part>>>> = {
  oceanographic,
  biodiversity,
  fisheries,
  surveillance,
  quality,
  health,
  security,
  releases,
  solutions,
  corrections,
  improvements,
};
