import {
  filterDescriptions,
  filterModels,
  filterTypeNames,
  filterTypes,
} from '@kianda/contract/models/filters/filter-types';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import { FactList, PanelFrame } from '@kianda/ui';
import styles from '../page.module.css';
import { filterTexts } from '../texts.pt.ts';

const texts = filterTexts.guide;

/** The question that each of the seven kinds answers, and the model that it comes from. */
export function FilterGuide() {
  return (
    <PanelFrame id="guia" title={texts.title} description={texts.text}>
      <FactList
        items={filterTypeNames.map((type) => [
          filterTypes[type],
          <span key={type} className={styles.guide}>
            {filterDescriptions[type]}
            <span className={styles.quiet}>{texts.model(modelTypes[filterModels[type]])}</span>
          </span>,
        ])}
      />
    </PanelFrame>
  );
}
