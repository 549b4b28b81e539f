import { hash32, hashUnit, hourMs } from '@kianda/geo';
import type { Vessel, VesselPosition, World } from '../../world/types.ts';
import type { SimulatedFile } from '../sftp/server.ts';

/** The centre writes a file every ten minutes, with what came since the one before. */
const fileMs = hourMs / 6;
const keptFiles = 36;
/** Each vessel reports twice an hour. */
const reportMs = hourMs / 2;
/** Shorter ones need no unit on board. */
const leastMeters = 12;
/** Knots as tenths, like the European format. */
const speedFactor = 10;

/** Files of the centre as they lie on its server at `nowMs`, oldest first. A file never changes. */
export function createVmsFiles(world: World): (nowMs: number, spoiltShare: number) => readonly SimulatedFile[] {
  const made = new Map<number, SimulatedFile>();
  return (nowMs, spoiltShare) => {
    const last = Math.floor(nowMs / fileMs);
    const numbers = Array.from({ length: keptFiles }, (_, index) => last - keptFiles + 1 + index);
    for (const known of made.keys()) if (known < (numbers[0] ?? 0)) made.delete(known);
    return numbers.map((number) => {
      const file = made.get(number) ?? fileOf(world, number * fileMs, spoiltShare);
      made.set(number, file);
      return file;
    });
  };
}

/** Reports of vessels in the ten minutes that end at `endMs`, a share of it spoilt on its way by satellite. */
function fileOf(world: World, endMs: number, spoiltShare: number): SimulatedFile {
  const lines = world.fleet.vessels.flatMap((vessel) => {
    if (vessel.lengthMeters < leastMeters || vessel.shiptype !== 'FISHING') return [];
    const phaseMs = Math.floor(hashUnit(world.seed, 'vms', vessel.vesselId) * reportMs);
    const timeMs = Math.floor((endMs - phaseMs) / reportMs) * reportMs + phaseMs;
    if (timeMs < endMs - fileMs || timeMs >= endMs) return [];
    const minuteMs = Math.floor(timeMs / 60_000) * 60_000;
    const position = world.fleet.positionAt(vessel, minuteMs);
    if (position === null) return [];
    const line = messageOf(vessel, position, minuteMs);
    const isSpoilt = hashUnit(world.seed, 'spoilt', vessel.vesselId, minuteMs / 60_000) < spoiltShare;
    return [isSpoilt ? line.replace('//ER//', '') : line];
  });
  const stamp = new Date(endMs).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '_');
  return { name: `vms_${stamp}.naf`, bytes: Buffer.from(`${lines.join('\n')}\n`), modifiedMs: endMs };
}

function messageOf(vessel: Vessel, { lon, lat, speedKnots, courseDegrees }: VesselPosition, timeMs: number): string {
  const at = new Date(timeMs).toISOString();
  const number = (hash32('vms', vessel.vesselId, timeMs / 60_000) % 900_000) + 100_000;
  const fields = [
    'AD/AGO',
    `FR/${vessel.flag}`,
    'TM/POS',
    `NA/${vessel.shipname}`,
    `IR/${vessel.flag}${vessel.ssvid.slice(-6)}`,
    `RC/${vessel.callsign}`,
    ...(vessel.imo === null ? [] : [`IM/${vessel.imo}`]),
    `DA/${at.slice(0, 10).replaceAll('-', '')}`,
    `TI/${at.slice(11, 16).replace(':', '')}`,
    `LT/${lat.toFixed(3)}`,
    `LG/${lon.toFixed(3)}`,
    `SP/${Math.round(speedKnots * speedFactor)}`,
    `CO/${Math.round(courseDegrees) % 360}`,
    `FS/${vessel.flag}`,
    `RN/${number}`,
  ];
  return `//SR//${fields.join('//')}//ER//`;
}
