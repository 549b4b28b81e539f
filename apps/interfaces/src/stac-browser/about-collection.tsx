import type { StacCollection } from '@kianda/contract/open/catalogue/stac-schemas';
import { formatDate } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';
import { webAddress } from './web-address.ts';

/** Period, licence, providers and citation of a collection. */
export function AboutCollection({ collection }: { readonly collection: StacCollection | undefined }) {
  const { timeZone } = usePreferences();
  if (collection === undefined) return null;
  const [first, last] = collection.extent.temporal.interval[0] ?? [null, null];
  const licence = collection.links.find(({ rel }) => rel === 'license');
  const licenceAddress = licence === undefined ? null : webAddress(licence.href, location.href);
  const citation = collection['sci:citation'];
  return (
    <section className={styles.about} aria-label={texts.about}>
      <p>{collection.description.split('\n\n')[0]}</p>
      <dl className={styles.properties}>
        <div>
          <dt>{texts.period}</dt>
          <dd>
            {first === null || last === null
              ? texts.openPeriod
              : texts.interval(formatDate(first, timeZone), formatDate(last, timeZone))}
          </dd>
        </div>
        <div>
          <dt>{texts.licence}</dt>
          <dd>
            {licence === undefined || licenceAddress === null ? (
              collection.license
            ) : (
              <a href={licenceAddress.href} target="_blank" rel="noreferrer">
                {licence.title ?? texts.otherLicence}
              </a>
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.providers}</dt>
          <dd>{collection.providers.map(({ name }) => name).join('; ')}</dd>
        </div>
        {typeof citation === 'string' ? (
          <div>
            <dt>{texts.citation}</dt>
            <dd>{citation}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
