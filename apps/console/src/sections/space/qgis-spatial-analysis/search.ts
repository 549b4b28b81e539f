import { analysisResource } from '@kianda/contract/space/spatial/analyses.resource';
import { z } from 'zod';
import { listSearchOf } from '../../shared/resource/list-state.ts';

export const tabs = ['espacial', 'temporal', 'biomassa', 'analises'] as const;
/** Kinds that the spatial tab shows, in the specification's order. */
export const viewTypes = ['buffer', 'connectivity', 'hotspots', 'corridors', 'mcda', 'proximity'] as const;
export type ViewType = (typeof viewTypes)[number];

const analysis = z.uuid().optional().catch(undefined);

/** State of the section in the address: the tab, the kind, the open analysis, and the list. */
export const spatialSearchSchema = z.object({
  ...listSearchOf(analysisResource),
  separador: z.enum(tabs).catch('espacial'),
  vista: z.enum(viewTypes).catch('buffer'),
  analise: analysis,
  comparar: analysis,
  lote: analysis,
  cadeia: analysis,
});
