import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { type VesselFile, vesselCsv, vesselFileAttribution } from '@kianda/contract/fleet/vessels/vessel-file';

type Lists = AsyncIterable<readonly ListedVessel[]>;

/** The list as CSV, row by row: names, columns, decimals and dates of the file that a browser makes of a short one. */
export async function* csvParts(file: VesselFile, lists: Lists, nowMs: number) {
  yield vesselCsv.head(file);
  let isSimulated = false;
  for await (const vessels of lists) {
    isSimulated ||= vessels.some(({ simulated }) => simulated);
    if (vessels.length > 0) yield vesselCsv.rows(vessels, file);
  }
  yield vesselCsv.foot(isSimulated, nowMs);
}

/** The list as JSON; the total and whether any vessel is simulated come last, when they are known. */
export async function* jsonParts(lists: Lists, nowMs: number) {
  const head = { exportedAt: new Date(nowMs).toISOString(), attribution: vesselFileAttribution };
  yield `${JSON.stringify(head).slice(0, -1)},"vessels":[`;
  let total = 0;
  let simulated = false;
  for await (const vessels of lists) {
    if (vessels.length === 0) continue;
    yield `${total === 0 ? '' : ','}\n${vessels.map((vessel) => JSON.stringify(vessel)).join(',\n')}`;
    total += vessels.length;
    simulated ||= vessels.some((vessel) => vessel.simulated);
  }
  yield `],${JSON.stringify({ simulated, total }).slice(1)}\n`;
}
