import { PageHeader, PageStack } from '@kianda/ui';
import touch from '../../shared/touch.module.css';
import { SecurityPanel } from './security-panel.tsx';
import { securityTexts as texts } from './texts.pt.ts';

/** Section `security`: what the installation imposes now. */
export default function SecurityPage() {
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <SecurityPanel />
      </PageStack>
    </div>
  );
}
