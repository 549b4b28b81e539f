import { NumberInput } from '@mantine/core';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { CoastService } from './coast-service.tsx';
import styles from './four-services.module.css';
import { LimitsService } from './limits-service.tsx';
import { McdaService } from './mcda-service.tsx';
import { serviceFields } from './service-props.ts';
import { SpeciesService } from './species-service.tsx';
import { serviceTexts as texts } from './texts.pt.ts';

/** Four services at one place: species, maritime limits, coast, and several criteria. */
export function FourServicesPage() {
  const [state, change, fragment] = useAddress(serviceFields);
  const degrees = (name: 'lat' | 'lon', most: number) => (
    <NumberInput
      label={texts[name]}
      value={state[name]}
      min={-most}
      max={most}
      step={0.1}
      decimalScale={4}
      decimalSeparator=","
      clampBehavior="strict"
      onChange={(value) => {
        if (typeof value === 'number') change({ [name]: value });
      }}
    />
  );
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      <div className={styles.page}>
        <fieldset className={styles.place}>
          <legend>{texts.place}</legend>
          {degrees('lat', 90)}
          {degrees('lon', 180)}
        </fieldset>
        <div className={styles.services}>
          <SpeciesService state={state} change={change} />
          <LimitsService state={state} change={change} />
          <CoastService state={state} change={change} />
          <McdaService state={state} change={change} />
        </div>
      </div>
    </PageFrame>
  );
}
