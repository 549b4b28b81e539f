import { allows } from '@kianda/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useSettings } from '../app-root.tsx';
import { useAccount } from '../client/context.tsx';
import { findSection } from '../sections/sections.ts';
import styles from './header.module.css';
import { shellTexts } from './texts.pt.ts';
import { UsageChoice } from './usage-choice.tsx';
import { useOpenSection } from './use-section.ts';

/** Choices of presentation, and the way to the system's own settings. */
export default function SettingsPanel({ onLeave }: { readonly onLeave: () => void }) {
  const { preferences, change } = useSettings();
  const { role } = useAccount();
  const open = useOpenSection();
  const systemConfig = findSection('system-config');
  return (
    <div className={styles.fields}>
      <h2 className={styles.dropTitle}>{shellTexts.settings}</h2>
      <Choice
        label={shellTexts.settingsTheme}
        options={shellTexts.themes}
        value={preferences.colourScheme}
        onChange={(colourScheme) => change({ colourScheme })}
      />
      <Choice
        label={shellTexts.settingsCoordinates}
        options={shellTexts.coordinateStyles}
        value={preferences.coordinates}
        onChange={(coordinates) => change({ coordinates })}
      />
      <Choice
        label={shellTexts.settingsZone}
        options={shellTexts.zones}
        value={preferences.timeZone}
        onChange={(timeZone) => change({ timeZone })}
      />
      <Choice
        label={shellTexts.settingsDensity}
        options={shellTexts.densities}
        value={preferences.density}
        onChange={(density) => change({ density })}
      />
      <UsageChoice />
      {systemConfig !== undefined && allows(systemConfig.access, role) ? (
        <Button
          variant="default"
          onClick={() => {
            onLeave();
            open(systemConfig.id);
          }}
        >
          {shellTexts.settingsPage}
        </Button>
      ) : null}
    </div>
  );
}

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
};

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  const entries = Object.entries(options) as [T, string][];
  return (
    <div className={styles.field}>
      <span className={styles.fieldLabel}>{label}</span>
      <SegmentedControl<T>
        aria-label={label}
        fullWidth
        size="xs"
        data={entries.map(([key, text]) => ({ value: key, label: text }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
