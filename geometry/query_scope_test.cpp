// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/query_scope.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace touchstone {
namespace {

TEST(QueryScope, NamesTheOutermostQueryWhileItLasts) {
  ThreadRecord& own = ThreadRecord::own();
  EXPECT_FALSE(own.is_in_query());
  const std::uint64_t before = own.turn();
  {
    const QueryScope outer(QueryKind::wait, "outer");
    const QueryScope inner(QueryKind::metric, "inner");
    EXPECT_TRUE(own.is_in_query());
    EXPECT_EQ(own.name(), std::string("outer"));
    EXPECT_EQ(own.kind(), QueryKind::wait);
  }
  EXPECT_FALSE(own.is_in_query());
  EXPECT_EQ(own.turn(), before + 2);
}

TEST(QueryScope, ALastingNameIsReadAfterItsTextIsGone) {
  auto text = std::make_unique<std::string>("a metric whose name is freed with it");
  const char* name = lasting_name(*text);
  EXPECT_NE(name, text->c_str());
  EXPECT_EQ(lasting_name(std::string(*text)), name);
  text.reset();
  EXPECT_STREQ(name, "a metric whose name is freed with it");
}

TEST(QueryScope, AThreadOutsideOfQueriesIsNotAbandoned) {
  EXPECT_FALSE(ThreadRecord::own().abandon());
  EXPECT_FALSE(threads_were_abandoned());
}

TEST(QueryScope, RecordsOfThreadsThatEndedServeOthers) {
  const auto count = [] {
    int records = 0;
    for (ThreadRecord* r = ThreadRecord::first(); r != nullptr; r = r->next()) ++records;
    return records;
  };
  std::thread([] { ThreadRecord::own(); }).join();
  const int after_one = count();
  for (int k = 0; k < 20; ++k) std::thread([] { ThreadRecord::own(); }).join();
  EXPECT_EQ(count(), after_one);
}

TEST(CaseScope, NamesTheInnermostCase) {
  const CaseScope outer("outer:1");
  {
    const CaseScope inner("inner:2");
    EXPECT_EQ(ThreadRecord::own().case_id(), std::string("inner:2"));
  }
  EXPECT_EQ(ThreadRecord::own().case_id(), std::string("outer:1"));
  EXPECT_EQ(failed_case(), "");
}

TEST(CaseScope, RemembersWhereAnExceptionCameFrom) {
  try {
    const CaseScope scope("failed:3");
    throw std::runtime_error("no truth");
  } catch (const std::runtime_error&) {
    EXPECT_EQ(failed_case(), "failed:3");
  }
}

}  // namespace
}  // namespace touchstone
