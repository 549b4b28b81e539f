import { TextInput } from '@mantine/core';
import { fieldTexts as texts } from './field-texts.pt.ts';

type Ship = { readonly vessel: string; readonly registration: string | null; readonly port: string | null };
type Named = { readonly vessel: string; readonly registration: string | null; readonly port: string };

/** The vessel of a record, and where it lay. */
export function ShipFields({ ship, onChange }: { readonly ship: Ship; readonly onChange: (ship: Named) => void }) {
  const { vessel, registration } = ship;
  const now = { vessel, registration, port: ship.port ?? '' };
  return (
    <>
      <TextInput
        label={texts.vessel}
        value={vessel}
        maxLength={120}
        onChange={(event) => onChange({ ...now, vessel: event.currentTarget.value })}
      />
      <TextInput
        label={texts.registration}
        value={registration ?? ''}
        maxLength={40}
        onChange={(event) => onChange({ ...now, registration: event.currentTarget.value || null })}
      />
      <TextInput
        label={texts.port}
        value={now.port}
        maxLength={80}
        onChange={(event) => onChange({ ...now, port: event.currentTarget.value })}
      />
    </>
  );
}
