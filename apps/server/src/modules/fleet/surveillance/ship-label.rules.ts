type Marks = {
  readonly name: string | null;
  readonly mmsi: string | number | null;
  readonly callsign: string | null;
  readonly registration: string | null;
};

/** Words for a vessel: its name, else the first mark that it has; null where it has none. */
export const shipLabel = ({ name, mmsi, callsign, registration }: Marks): string | null =>
  [name, mmsi === null ? null : String(mmsi).padStart(9, '0'), callsign, registration].find(
    (mark) => mark !== null && mark !== '',
  ) ?? null;

export const namelessShip = 'Embarcação sem nome';
