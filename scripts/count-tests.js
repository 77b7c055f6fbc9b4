// Says what vitest's JSON report holds, skipped tests by name; exits 1 if there is no test, or none passed.
//   node scripts/count-tests.js REPORT [--numbers]
import { readFileSync } from 'node:fs';

const [file, form] = process.argv.slice(2);
const report = JSON.parse(readFileSync(file, 'utf8'));
const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
const of = (status) => results.filter((result) => result.status === status);
const passed = of('passed').length;
// A file that could not be loaded has no assertions, but is a failure.
const failed =
  of('failed').length +
  report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
    .length;
const skipped = results.filter(({ status }) => status !== 'passed' && status !== 'failed');
if (form === '--numbers') console.log(`${passed} ${failed}`);
else {
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  for (const { fullName } of skipped) console.log(`  skipped: ${fullName}`);
}
process.exitCode = passed === 0 ? 1 : 0;
