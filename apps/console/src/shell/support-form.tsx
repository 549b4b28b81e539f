import {
  changeConfiguration,
  readConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { named } from '@kianda/ui';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../client/use-action.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import { useHeldSpace } from './notice-space.tsx';
import styles from './offline-notice.module.css';
import formStyles from './support-notice.module.css';
import { shellTexts } from './texts.pt.ts';

const settingName = 'KIANDA_SUPPORT_EMAIL';
const afterwards = [platformInfo, readConfiguration] as const;

/** Whom people turn to for help, kept in the configuration; nothing where the environment sets it. */
export function SupportForm({ onLater }: { readonly onLater: () => void }) {
  const { sourced, error } = useEndpoint(readConfiguration, {}, { refetchSeconds: 0 });
  const configuration = sourced?.value;
  useHeldSpace(configuration === undefined && error === null);
  const { run, isRunning, failure } = useAction(changeConfiguration, afterwards);
  const [email, setEmail] = useState('');
  // Where the environment sets it, nothing is to be asked here.
  const setting = configuration?.settings.find(({ name }) => name === settingName);
  if (configuration === undefined || setting === undefined || setting.lockedBy !== null) return null;
  const { version } = configuration;
  return (
    <form
      className={`${styles.notice} ${formStyles.form}`}
      aria-label={shellTexts.supportAsk}
      onSubmit={(event) => {
        event.preventDefault();
        void run({ body: { version, settings: { [settingName]: email.trim() } } }, { offline: 'fail' });
      }}
    >
      <IconLifebuoy size={16} aria-hidden="true" />
      <label htmlFor="contacto-de-suporte">{shellTexts.supportAsk}</label>
      <input
        id="contacto-de-suporte"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <button
        type="submit"
        className={styles.act}
        aria-label={named(shellTexts.supportSave, shellTexts.support)}
        disabled={isRunning}
      >
        {shellTexts.supportSave}
      </button>
      <button type="button" className={styles.act} onClick={onLater}>
        {shellTexts.supportLater}
      </button>
      {failure === null ? null : <span role="alert">{failure.message}</span>}
    </form>
  );
}
