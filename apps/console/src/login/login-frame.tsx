import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import type { ReactNode } from 'react';
import { useEndpoint } from '../client/use-endpoint.ts';
import { BrandMark } from '../shell/brand.tsx';
import styles from './login.module.css';
import { SeaFloor } from './sea-floor.tsx';
import { loginTexts } from './texts.pt.ts';

/** The pages outside the session: the sea floor, the name, what the page is for, and who answers for it. */
export function LoginFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <aside className={styles.art} aria-label={loginTexts.about}>
        <SeaFloor />
        <p className={styles.claim}>{loginTexts.claim}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.box}>
          <div className={styles.brand}>
            <BrandMark size={40} />
            <div>
              <p className={styles.product}>{loginTexts.product}</p>
              <p className={styles.subtitle}>{loginTexts.subtitle}</p>
            </div>
          </div>
          {children}
          <Operator />
        </div>
      </main>
    </div>
  );
}

function Operator() {
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value;
  return (
    <footer className={styles.operator}>
      {info === undefined ? null : (
        <>
          <p>{info.operatorName}</p>
          {info.supportEmail === '' ? null : (
            <p>
              {loginTexts.support} <a href={`mailto:${info.supportEmail}`}>{info.supportEmail}</a>
            </p>
          )}
        </>
      )}
    </footer>
  );
}
