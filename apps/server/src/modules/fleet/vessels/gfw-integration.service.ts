import { gfwAttribution, gfwDatasets } from '@kianda/contract/fleet/vessels/gfw.contract';
import { gfwDebug, gfwTestIntegration } from '@kianda/contract/fleet/vessels/gfw-integration.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { GfwAccess } from './gfw-access.service.ts';
import type { GfwPermissions } from './gfw-permissions.service.ts';
import type { StoredTotals } from './gfw-stored.repository.ts';

/** Looks at the connection to the provider as a whole. */
export function gfwIntegrationBindings(deps: {
  readonly access: GfwAccess;
  readonly permissions: GfwPermissions;
  readonly totals: StoredTotals;
}): Bindings {
  const { access, permissions } = deps;

  async function stored() {
    const totals = await deps.totals();
    return {
      presence_from: totals.presence_from,
      presence_to: totals.presence_to,
      presence_vessels: totals.presence_vessels,
      identities: totals.identities,
      events: totals.events,
      last_event_at: totals.eventAt?.toISOString() ?? null,
      last_retrieved_at: totals.retrievedAt?.toISOString() ?? null,
    };
  }

  return [
    bind(gfwTestIntegration, async () => {
      const { results, provenance } = await permissions.test(false);
      const tested = Object.entries(results);
      const errors = tested.flatMap(([dataset, { accessible, status_code, error }]) =>
        accessible ? [] : [{ dataset, status_code, error: error ?? 'A Global Fishing Watch não disse porquê.' }],
      );
      const times = tested.map(([, { tested_at: at }]) => at).toSorted();
      return {
        success: tested.length > 0 && errors.length === 0,
        token_configured: await access.isConfigured(),
        datasets_tested: tested.length,
        datasets_accessible: tested.length - errors.length,
        errors,
        tested_at: times[0] ?? null,
        stored: await stored(),
        attribution: gfwAttribution,
        provenance,
      };
    }),
    bind(gfwDebug, async () => ({ ...(await access.setup()), datasets: gfwDatasets, stored: await stored() })),
  ];
}
