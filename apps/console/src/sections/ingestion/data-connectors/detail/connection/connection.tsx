import styles from '../detail.module.css';
import type { ViewProps } from '../view-props.ts';
import { ConnectionTest } from './connection-test.tsx';
import { Credentials } from './credentials.tsx';

/** Whether the provider answers, and the credentials it asks for. */
export default function Connection({ connector, mayRun, mayConfigure }: ViewProps) {
  return (
    <div className={styles.stack}>
      <ConnectionTest connector={connector} mayRun={mayRun} />
      <Credentials connector={connector} mayConfigure={mayConfigure} />
    </div>
  );
}
