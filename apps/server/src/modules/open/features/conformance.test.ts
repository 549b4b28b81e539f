/** Each class of `/conformance` has a test here, and none that is not listed has one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { featuresClasses } from './testing/conformance-features.ts';
import { filtersClasses } from './testing/conformance-filters.ts';
import { closeService, json, openService } from './testing/conformance-kit.ts';
import { servicesClasses } from './testing/conformance-services.ts';

beforeAll(openService);
afterAll(closeService);

const classes = { ...featuresClasses, ...filtersClasses, ...servicesClasses };

test('the classes that are listed are those that are tested', async () => {
  const { conformsTo } = await json<{ conformsTo: string[] }>('/conformance');
  expect(conformsTo.toSorted()).toEqual(
    Object.keys(classes)
      .map((name) => `http://www.opengis.net/spec/${name}`)
      .toSorted(),
  );
});

test.each(Object.entries(classes))('%s', (_name, holds) => holds());
