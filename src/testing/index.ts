export * from './contract-suite.ts';
export * from './fault-server.ts';
export * from './pickle-writer.ts';
export * from './scripted-model.ts';
export * from './temporary.ts';
