# Build: everything, including the tools of the build.
FROM node:24-bookworm-slim AS build
WORKDIR /prumo
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

# Run: what was built, its run-time packages, and the files that the server reads where they lie.
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /prumo
COPY --from=build /prumo/package.json ./
COPY --from=build /prumo/node_modules ./node_modules
COPY --from=build /prumo/dist ./dist
COPY --from=build /prumo/schema ./schema
COPY --from=build /prumo/services/migrations ./services/migrations
COPY --from=build /prumo/services/platform/pdf/*.mjs ./services/platform/pdf/
RUN mkdir /data && chown node:node /data
USER node
ENV DATA_DIR=/data
CMD ["node", "--max-semi-space-size=64", "dist/gateway.js"]
