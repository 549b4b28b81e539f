import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { AbsenceOf, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { YearlyCatch } from '../../sea/fisheries/index.ts';
import type { NamedArea } from '../../sea/geography/index.ts';
import type { FieldClimate, OceanService, StoredDays } from '../../sea/ocean/index.ts';
import type { BiomassRepository } from './biomass.repository.ts';

/** The sea, as other modules know it. */
type BiomassStores = {
  readonly daysOf: (
    variable: 'chlorophyll' | 'analysedSst' | 'ndvi',
    from: Date,
    to: Date,
  ) => Promise<StoredDays | null>;
  readonly seabed: () => Promise<FieldClimate | null>;
  /** A mark of the fields that estimates are made of: another one as soon as any of them is another; empty without any of the sea. */
  readonly mark: () => Promise<string>;
  readonly newestCatch: () => Promise<YearlyCatch | null>;
  readonly protectedAreas: () => Promise<readonly NamedArea[]>;
};

/** The parts that the rules of biomass use. */
export type BiomassContext = {
  readonly platform: Platform;
  readonly repository: BiomassRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly queue: () => JobQueue;
  readonly absenceOf: AbsenceOf;
  readonly providerOf: (connectorId: string) => string;
  readonly stores: BiomassStores;
  readonly ocean: Pick<OceanService, 'newestSlice' | 'point' | 'zeeFigure'>;
  readonly provenanceOf: ProvenanceOf;
};

/** The account that asks, and the origin of its request. */
export type BiomassActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
